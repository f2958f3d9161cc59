<?php
// Puts a photo and a name into a gift, and exports it as an animated WebP, by libsvga and PHP's FFI.
//
//     php samples/php/gift.php samples/gift.svga samples/photo.jpg Ann gift.webp
//
// The extension ffi is a part of PHP. On a server, ffi.enable=preload allows it only in a file of opcache.preload: load the declarations there.

declare(strict_types=1);

final class SvgaError extends RuntimeException
{
}

final class Svga
{
    /** A part of svga.h. Bytes are not const here, because PHP turns a const char * into a string that ends at the first zero. */
    private const DECLARATIONS = <<<'C'
        typedef struct svga_error svga_error;
        typedef struct svga_movie svga_movie;
        typedef struct svga_scene svga_scene;
        typedef struct svga_data svga_data;
        int32_t svga_error_code(const svga_error *error);
        const char *svga_error_message(const svga_error *error);
        void svga_error_free(svga_error *error);
        char *svga_data_bytes(const svga_data *data);
        size_t svga_data_size(const svga_data *data);
        void svga_data_free(svga_data *data);
        svga_movie *svga_movie_open(const char *path, const char *options, svga_error **error);
        void svga_movie_free(svga_movie *movie);
        svga_scene *svga_scene_new(const svga_movie *movie, const char *options, svga_error **error);
        void svga_scene_free(svga_scene *scene);
        bool svga_scene_set_option(svga_scene *scene, const char *name, const char *key, const char *value, svga_error **error);
        bool svga_scene_set_text(svga_scene *scene, const char *key, const char *text, svga_error **error);
        bool svga_scene_set_image_from_file(
            svga_scene *scene, const char *key, const char *path, const char *placement, svga_error **error);
        svga_data *svga_scene_export_data(
            svga_scene *scene, const char *format, const char *options, void *progress, void *context, svga_error **error);
        C;

    private static ?FFI $library = null;

    public static function library(): FFI
    {
        return self::$library ??= FFI::cdef(self::DECLARATIONS, 'libsvga.so.1');
    }

    /** Calls a function whose last parameter is the error. */
    public static function call(string $name, mixed ...$arguments): mixed
    {
        $library = self::library();
        $error = $library->new('svga_error *');
        $result = $library->$name(...[...$arguments, FFI::addr($error)]);
        if (FFI::isNull($error)) {
            return $result;
        }
        $failure = new SvgaError($library->svga_error_message($error), $library->svga_error_code($error));
        $library->svga_error_free($error);
        throw $failure;
    }
}

final class Scene
{
    private FFI\CData $scene;

    public function __construct(string $path)
    {
        $movie = Svga::call('svga_movie_open', $path, null);
        try {
            $this->scene = Svga::call('svga_scene_new', $movie, null);
        } finally {
            // The scene retains its movie.
            Svga::library()->svga_movie_free($movie);
        }
    }

    public function __destruct()
    {
        if (isset($this->scene)) {
            Svga::library()->svga_scene_free($this->scene);
        }
    }

    public function set(string $name, string $value, ?string $key = null): void
    {
        Svga::call('svga_scene_set_option', $this->scene, $name, $key, $value);
    }

    public function setText(string $key, string $text): void
    {
        Svga::call('svga_scene_set_text', $this->scene, $key, $text);
    }

    public function setImage(string $key, string $path, string $placement): void
    {
        Svga::call('svga_scene_set_image_from_file', $this->scene, $key, $path, $placement);
    }

    public function export(string $format): string
    {
        $data = Svga::call('svga_scene_export_data', $this->scene, $format, null, null, null);
        try {
            return FFI::string(Svga::library()->svga_data_bytes($data), Svga::library()->svga_data_size($data));
        } finally {
            Svga::library()->svga_data_free($data);
        }
    }
}

if ($argc !== 5) {
    fwrite(STDERR, "usage: gift.php MOVIE PHOTO NAME OUT\n");
    exit(2);
}
[, $movie, $photo, $name, $output] = $argv;
try {
    $scene = new Scene($movie);
    $scene->set('size', '300x0');
    $scene->set('quality', '80');
    $scene->setImage('user1', $photo, 'fit=cover,mask=circle');
    $scene->setText('name', $name);
    $scene->set('text-style', 'color:#ffe9a8,weight:700', 'name');
    file_put_contents($output, $scene->export('webp'));
} catch (SvgaError $error) {
    fwrite(STDERR, "gift: {$error->getMessage()}\n");
    exit($error->getCode());
}
