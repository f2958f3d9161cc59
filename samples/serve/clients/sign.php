<?php
// A signed target for `svga serve`: php sign.php KEY SOURCE FORMAT [NAME=VALUE…]

function signedTarget(string $keyHex, string $source, string $format, array $options, string $route = 'render'): string
{
    $words = [];
    foreach ($options as [$name, $value]) {
        $words[] = rawurlencode($name) . '=' . rawurlencode($value);
    }
    $name = implode('/', array_map('rawurlencode', explode('/', $source)));
    $rest = '/' . (implode('&', $words) ?: '-') . "/$name@$format";
    $mac = hash_hmac('sha256', "/$route$rest", hex2bin($keyHex), true);
    return "/$route/" . rtrim(strtr(base64_encode($mac), '+/', '-_'), '=') . $rest;
}

[, $key, $source, $format] = $argv;
echo signedTarget($key, $source, $format, array_map(fn ($word) => explode('=', $word, 2), array_slice($argv, 4))), "\n";
