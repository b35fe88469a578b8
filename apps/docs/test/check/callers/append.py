with open("rows.txt") as rows:
    for row in rows:
        body, signature, secrets = row.rstrip("\n").split(" ")
        decoded = [base64.b64decode(secret).decode() for secret in secrets.split(",")]
        genuine = is_genuine(base64.b64decode(body), base64.b64decode(signature).decode(), decoded)
        print("true" if genuine else "false")
