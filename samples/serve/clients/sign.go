// A signed target for `svga serve`: go run sign.go KEY SOURCE FORMAT [NAME=VALUE…]
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"log"
	"net/url"
	"os"
	"strings"
)

// QueryEscape makes forms: it writes a space as +.
func encoded(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

func signedTarget(keyHex, source, format string, options [][2]string) (string, error) {
	key, err := hex.DecodeString(keyHex)
	if err != nil {
		return "", err
	}
	words := make([]string, len(options))
	for i, option := range options {
		words[i] = encoded(option[0]) + "=" + encoded(option[1])
	}
	if len(words) == 0 {
		words = []string{"-"}
	}
	parts := strings.Split(source, "/")
	for i, part := range parts {
		parts[i] = encoded(part)
	}
	rest := "/" + strings.Join(words, "&") + "/" + strings.Join(parts, "/") + "@" + format
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("/render" + rest))
	return "/render/" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)) + rest, nil
}

func main() {
	var options [][2]string
	for _, word := range os.Args[4:] {
		name, value, _ := strings.Cut(word, "=")
		options = append(options, [2]string{name, value})
	}
	target, err := signedTarget(os.Args[1], os.Args[2], os.Args[3], options)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(target)
}
