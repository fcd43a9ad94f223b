#!/bin/sh
# Runs Mosquitto on the files of `npm run broker:files -- FOLDER --seen-as DATA --every 5`, which another container
# writes: takes copies that Mosquitto's own user can read, and has it look again when they changed.
# Usage: mosquitto.sh FOLDER DATA [user of Mosquitto]
set -u
umask 077
files=$1
data=$2
user=${3:-mosquitto}

take() {
  for name in passwd acl; do
    cp "$files/$name" "$data/$name.new" && chown "$user" "$data/$name.new" && mv "$data/$name.new" "$data/$name" || return 1
  done
}

until [ -s "$files/coinyard.conf" ] && take; do sleep 1; done
mosquitto -c "$files/coinyard.conf" &
broker=$!
trap 'kill $broker' TERM INT
while kill -0 $broker 2>/dev/null; do
  sleep 1 &
  wait $!
  cmp -s "$files/passwd" "$data/passwd" && cmp -s "$files/acl" "$data/acl" && continue
  take && kill -HUP $broker
done
wait $broker
