#!/bin/sh
# Makes new secrets for compose.yaml, once: .env for the containers, and a file for the receiver.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo 'There is a .env already. To start over, run docker compose --file .docker/compose.yaml down --volumes, and delete .docker/.env.'
  exit
fi
mkdir -p secrets
echo "whsec_$(openssl rand -base64 32)" > secrets/receiver.txt
umask 077
{
  echo "POSTGRES_PASSWORD=$(openssl rand -hex 16)"
  echo "SERVER_OPERATOR_TOKEN=$(openssl rand -hex 32)"
  echo "SERVER_SECRETS_KEY=$(openssl rand -base64 32)"
} > .env
echo 'Wrote .env and secrets/receiver.txt.'
