# Kontor as an image: non-root, with a read-only root file system if /data and /tmp are writable. See docs/operations.md, "In containers".
# Each of these two base images can be replaced by another one with glibc. BUILD_IMAGE also needs Node and npm.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY bench/package.json bench/
COPY contract/package.json contract/
COPY demo/package.json demo/
COPY e2e/package.json e2e/
COPY server/package.json server/
COPY stand-ins/package.json stand-ins/
COPY web/package.json web/
COPY scripts/prune-packages.js scripts/
COPY scripts/lib/paths.js scripts/lib/

FROM manifests AS web
RUN npm ci --include=dev --workspace=web --workspace=contract
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
RUN node web/build/build.ts

FROM manifests AS packages
# Keeps the program of the package `node`, and nothing else of that package.
RUN npm ci --omit=dev && cp node_modules/node/bin/node /usr/local/bin/kontor-node && rm -r node_modules/node

FROM ${RUN_IMAGE}
# PostgreSQL's peer authentication needs a user with a name.
RUN useradd --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin kontor \
  && mkdir /data && chown kontor:kontor /data
WORKDIR /app
COPY --from=packages /usr/local/bin/kontor-node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY server server
COPY --from=web /app/web/dist web/dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER kontor
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
