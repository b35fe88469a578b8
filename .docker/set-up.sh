#!/bin/sh
# Makes new secrets for compose.yaml, once: .env for the containers, and a file for the receiver.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo 'There is a .env already. To start over, run docker compose --file .docker/compose.yaml down --volumes, and delete .docker/.env.'
  exit
fi
# A command that fails in an assignment ends the script, and nothing is written.
password=$(openssl rand -hex 16)
token=$(openssl rand -hex 32)
key=$(openssl rand -base64 32)
secret=whsec_$(openssl rand -base64 32)

mkdir -p secrets
echo "$secret" > secrets/receiver.txt
# The receiver runs as another user.
chmod 755 secrets
chmod 644 secrets/receiver.txt
umask 077
printf 'POSTGRES_PASSWORD=%s\nSERVER_OPERATOR_TOKEN=%s\nSERVER_SECRETS_KEY=%s\n' "$password" "$token" "$key" > .env.new
mv .env.new .env
echo 'Wrote .env and secrets/receiver.txt.'
