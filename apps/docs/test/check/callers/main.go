package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func decode(text string) []byte {
	bytes, _ := base64.StdEncoding.DecodeString(text)
	return bytes
}

func main() {
	rows, _ := os.ReadFile("rows.txt")
	for _, row := range strings.Split(string(rows), "\n") {
		fields := strings.Split(row, " ")
		secrets := []string{}
		for _, secret := range strings.Split(fields[2], ",") {
			secrets = append(secrets, string(decode(secret)))
		}
		fmt.Println(isGenuine(decode(fields[0]), string(decode(fields[1])), secrets))
	}
}
