<?php

foreach (explode("\n", file_get_contents('rows.txt')) as $row) {
    [$body, $signature, $secrets] = explode(' ', $row);
    $decoded = array_map('base64_decode', explode(',', $secrets));
    echo is_genuine(base64_decode($body), base64_decode($signature), $decoded) ? "true\n" : "false\n";
}
