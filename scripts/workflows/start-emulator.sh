#!/usr/bin/env bash
# Starts the emulator of a release in the background: start-emulator.sh FOLDER_OF_NPM_PACKAGES. Prints the variables of the
# provider, and EMULATOR_PROCESS with the process id.
set -euo pipefail
folder=$1
work=$(mktemp -d)

npm install --silent --no-audit --no-fund --prefix "$work" "$folder"/coffer-emulator-*.tgz >&2
node "$work/node_modules/coffer-emulator/main.cjs" --json --port 0 --s3-port 0 >"$work/ready" 2>"$work/log" &
echo "EMULATOR_PROCESS=$!"
# shellcheck disable=SC2016 # it is JavaScript that expands
node -e '
  const { existsSync, readFileSync } = require("node:fs");
  const [file, log] = process.argv.slice(1);
  const timer = setInterval(() => {
    const [line, rest] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    if (rest === undefined) return;
    const { baseUrl, token, projectId } = JSON.parse(line);
    console.log(`COFFER_BASE_URL=${baseUrl}\nCOFFER_TOKEN=${token}\nCOFFER_PROJECT_ID=${projectId}\nCOFFER_REQUIRE_EMULATOR=1`);
    clearInterval(timer);
    clearTimeout(limit);
  }, 50);
  const limit = setTimeout(() => {
    console.error(readFileSync(log, "utf8"));
    process.exit(1);
  }, 30_000);
' "$work/ready" "$work/log"
