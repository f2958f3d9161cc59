// A signed target for `svga serve`: java Sign.java KEY SOURCE FORMAT [NAME=VALUE…]

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Sign {
    /** URLEncoder makes forms: it writes a space as +, and encodes ~ but not *. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    static String signedTarget(String keyHex, String source, String format, String[] options) throws Exception {
        String words = Arrays.stream(options).map(option -> {
            String[] parts = option.split("=", 2);
            return encoded(parts[0]) + "=" + encoded(parts[1]);
        }).collect(Collectors.joining("&"));
        String name = Arrays.stream(source.split("/")).map(Sign::encoded).collect(Collectors.joining("/"));
        String rest = "/" + (words.isEmpty() ? "-" : words) + "/" + name + "@" + format;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(HexFormat.of().parseHex(keyHex), "HmacSHA256"));
        byte[] digest = mac.doFinal(("/render" + rest).getBytes(StandardCharsets.UTF_8));
        return "/render/" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest) + rest;
    }

    public static void main(String[] words) throws Exception {
        System.out.println(signedTarget(words[0], words[1], words[2], Arrays.copyOfRange(words, 3, words.length)));
    }
}
