#!/bin/sh
# The PostgreSQL image in compose.yaml runs this once, when it creates its data folder. Creates the database, the role that owns and migrates
# it, and the role as which the server works.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres <<'SQL'
\set owner_password `cat /run/secrets/database_owner_password`
\set app_password `cat /run/secrets/database_app_password`
CREATE ROLE kontor_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE kontor_app LOGIN PASSWORD :'app_password';
GRANT kontor_app TO kontor_owner;
CREATE DATABASE kontor OWNER kontor_owner;
REVOKE ALL ON DATABASE kontor FROM PUBLIC;
GRANT CONNECT ON DATABASE kontor TO kontor_app;
SQL
