// Puts a photo and a name into a gift, and exports it as an animated WebP, by a worker process: svga batch --stdio.
//
//     java samples/java/Gift.java samples/gift.svga samples/photo.jpg Ann gift.webp
//
// Since Java 22 the foreign function API can call libsvga, too; a worker needs neither it nor a native library in the JVM.

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Gift {
    /** A job that failed, with the exit code that svga render would have. */
    static class JobException extends RuntimeException {
        final int code;

        JobException(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    /** A process that renders jobs, and keeps prepared movies for the next ones. Any number of threads may submit jobs. */
    static class Worker implements AutoCloseable {
        private static final Pattern OK = Pattern.compile("\"ok\":(true|false)");
        private static final Pattern BYTES = Pattern.compile("\"bytes\":(\\d+)");
        private static final Pattern CODE = Pattern.compile("\"code\":(\\d+)");
        private static final Pattern ERROR = Pattern.compile("\"error\":\"((?:[^\"\\\\]|\\\\.)*)\"");

        private final Process process;
        private final OutputStream jobs;
        /** The jobs without an answer. With --ordered the next answer is that of the first one. */
        private final Queue<CompletableFuture<byte[]>> open = new ArrayDeque<>();
        private final Thread reader = new Thread(this::read, "svga answers");

        Worker() throws IOException {
            process = new ProcessBuilder("svga", "batch", "--stdio", "--ordered", "-o", "-")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            jobs = process.getOutputStream();
            reader.setDaemon(true);
            reader.start();
        }

        /** Sends a job. The future has the bytes of the output. */
        CompletableFuture<byte[]> submit(Map<String, Object> job) throws IOException {
            var answer = new CompletableFuture<byte[]>();
            byte[] line = (json(job) + "\n").getBytes(StandardCharsets.UTF_8);
            synchronized (jobs) {
                synchronized (open) {
                    open.add(answer);
                }
                jobs.write(line);
                jobs.flush();
            }
            return answer;
        }

        /** Ends the worker after its jobs. In a service, SIGTERM does the same: the worker answers the jobs that it has read. */
        @Override
        public void close() throws IOException, InterruptedException {
            jobs.close();
            reader.join();
            process.waitFor();
        }

        private void read() {
            try (InputStream input = new BufferedInputStream(process.getInputStream())) {
                for (String line = line(input); line != null; line = line(input)) {
                    byte[] bytes = isOk(line) ? input.readNBytes(Integer.parseInt(first(BYTES, line, "0"))) : null;
                    CompletableFuture<byte[]> answer;
                    synchronized (open) {
                        answer = open.remove();
                    }
                    if (bytes != null) {
                        answer.complete(bytes);
                    } else {
                        int code = Integer.parseInt(first(CODE, line, "1"));
                        answer.completeExceptionally(new JobException(code, first(ERROR, line, line).replace("\\\"", "\"")));
                    }
                }
                throw new EOFException("svga has ended");
            } catch (IOException error) {
                synchronized (open) {
                    open.forEach(answer -> answer.completeExceptionally(error));
                }
            }
        }

        private static String line(InputStream input) throws IOException {
            var bytes = new ByteArrayOutputStream();
            for (int next = input.read(); next != '\n'; next = input.read()) {
                if (next < 0) return null;
                bytes.write(next);
            }
            return bytes.toString(StandardCharsets.UTF_8);
        }

        /** The members before "ok" are the id and the output of the job, which this program has chosen. */
        private static boolean isOk(String answer) {
            return first(OK, answer, "false").equals("true");
        }

        private static String first(Pattern pattern, String text, String missing) {
            Matcher matcher = pattern.matcher(text);
            return matcher.find() ? matcher.group(1) : missing;
        }
    }

    /** A value as JSON. Use your JSON library here. */
    static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().map(entry -> json(entry.getKey()) + ":" + json(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Number || value instanceof Boolean) return value.toString();
        return value.toString().codePoints().mapToObj(c -> switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            default -> c < 0x20 ? String.format("\\u%04x", c) : Character.toString(c);
        }).collect(Collectors.joining("", "\"", "\""));
    }

    public static void main(String[] words) throws Exception {
        if (words.length != 4) {
            System.err.println("usage: Gift MOVIE PHOTO NAME OUT");
            System.exit(2);
        }
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("input", words[0]);
        job.put("output", "gift.webp");
        job.put("size", "300x0");
        job.put("quality", 80);
        job.put("set-image", Map.of("user1", Map.of("file", words[1], "fit", "cover", "mask", "circle")));
        job.put("set-text", Map.of("name", words[2]));
        job.put("text-style", Map.of("name", "color:#ffe9a8,weight:700"));
        try (var worker = new Worker()) {
            Files.write(Path.of(words[3]), worker.submit(job).join());
        } catch (CompletionException error) {
            System.err.println("gift: " + error.getCause().getMessage());
            System.exit(error.getCause() instanceof JobException failure ? failure.code : 1);
        }
    }
}
