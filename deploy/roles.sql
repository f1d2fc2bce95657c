-- The two roles and the database of docs/operations.md. compose.yaml runs this once, when PostgreSQL has no data yet.
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
create role udg_owner login password :'owner_password';
create role udg_service login password :'service_password';
create database udg owner udg_owner;
\connect udg
alter default privileges for role udg_owner in schema public grant select on tables to udg_service;
