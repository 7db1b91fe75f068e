#!/bin/sh
# Creates the secrets that compose.yaml mounts, once. The containers' users can read the files, so nobody else may enter the folder.
set -eu
folder="$(dirname "$0")/secrets"
[ ! -e "$folder" ] || { echo "$folder exists already."; exit 1; }
mkdir -m 700 "$folder"
random() { openssl rand -hex 16; }
random > "$folder/database_password"
random > "$folder/database_owner_password"
random > "$folder/database_app_password"
echo "postgres://kontor_app:$(cat "$folder/database_app_password")@database:5432/kontor" > "$folder/database_url"
echo "postgres://kontor_owner:$(cat "$folder/database_owner_password")@database:5432/kontor" > "$folder/database_owner_url"
random > "$folder/admin_password"
random > "$folder/sales_password"
chmod 644 "$folder"/*
echo "Administrator: $(cat "$folder/admin_password")"
echo "Sales user salg: $(cat "$folder/sales_password")"
