# The emulator as an image: docker build -t coffer-emulator . && docker run -e COFFER_EMULATOR_TOKEN=… -p 4280:4280 -p 4281:4281 coffer-emulator
FROM node:22-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npx tsx --eval "import('./scripts/build-emulator').then(({ buildEmulator }) => buildEmulator())"

FROM node:22-slim
ENV NODE_ENV=production
COPY --from=build /src/dist/emulator /opt/coffer-emulator
# The data folder belongs to who runs here, before it becomes a volume.
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
# The user "node" of the base image.
USER 1000:1000
VOLUME /data
# REST and dashboard, S3.
EXPOSE 4280 4281
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4280/_emulator/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Others can reach it here, so it needs a token of yours: -e COFFER_EMULATOR_TOKEN=…
ENTRYPOINT ["node", "/opt/coffer-emulator/main.cjs", "--host", "0.0.0.0", "--data", "/data"]
