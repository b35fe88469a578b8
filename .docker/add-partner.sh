#!/bin/sh
# Adds a partner, registers the receiver as its endpoint, sends one webhook, and prints the API key of the partner.
set -eu
cd "$(dirname "$0")"
. ./.env

# Prints the answer of the operator surface. If that is an error, prints it as an error and ends the script.
post() {
  # On standard input, the token is in no list of processes.
  body=$(printf 'Authorization: Bearer %s\n' "$SERVER_OPERATOR_TOKEN" |
    curl --silent --show-error --fail-with-body "http://127.0.0.1:4011/operator/v1/$1" \
      --header @- --header 'Content-Type: application/json' --data "$2") || {
    printf '%s\n' "$body" >&2
    exit 1
  }
  printf '%s' "$body"
}
# Prints the first string member with that name.
member() { printf '%s' "$2" | grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

answer=$(post partners '{"companyName":"Skyline Travel"}')
owner="\"partner\":\"$(member id "$answer")\",\"environment\":\"development\""
answer=$(post keys "{$owner,\"label\":\"made by add-partner\"}")
key=$(member key "$answer")
answer=$(post endpoints "{$owner,\"url\":\"http://127.0.0.1:4020/webhooks\"}")
secret=$(member secret "$answer")
echo "${secret:?The answer has no secret.}" >> secrets/receiver.txt

visa='"visa":{"uuid":"e5f7c9b3-2d1a-4c8e-9b60-7f8e9d0c1a32","name":"Tourist visa, 30 days","destinationCountry":"United Arab Emirates"}'
applicant='"applicant":{"firstName":"Asha","lastName":"Verma","email":"asha.verma@example.com","phone":"+919812345678"}'
grant='"grant":{"feedbackDocsUrl":["https://files.partner-platform.example/feedback/visa.pdf"],"remarks":"The visa is attached.","visaExpiryDate":"2027-09-12T00:00:00.000Z"}'
answer=$(post submissions "{$owner,\"status\":\"RETURNED\",\"contactStatus\":\"NOT_CONTACTED\",$visa,$applicant}")
answer=$(post "submissions/$(member id "$answer")/status" "{\"status\":\"VISA_GRANTED\",$grant}")

echo "API key: $key"
echo "curl -H 'x-api-key: $key' http://127.0.0.1:4010/api/v1/platform/countries"
