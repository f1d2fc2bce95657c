# docs/container.md says how to build, run and configure the image.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json rolldown.config.ts vite.config.ts shippedPackages.ts README.md LICENSE THIRD_PARTY_LICENSES ./
COPY docs docs/
COPY schema schema/
COPY seeds seeds/
COPY src src/
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
# A port that is published reaches the service only at an address of the container.
ENV HOST=0.0.0.0 PORT=4000 DATA_DIR=/data MALLOC_ARENA_MAX=1
RUN mkdir /data && chown 1000:1000 /data
WORKDIR /opt/utility-data-gateway
COPY --from=build /build/package.json /build/LICENSE /build/THIRD_PARTY_LICENSES ./
COPY --from=build /build/node_modules node_modules/
COPY --from=build /build/schema schema/
COPY --from=build /build/seeds/data seeds/data/
COPY --from=build /build/seeds/examples seeds/examples/
COPY --from=build /build/dist/web dist/web/
COPY --from=build /build/dist/udg dist/udg/
# The user "node" of the base image. Kubernetes checks a number only.
USER 1000:1000
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without a shell, so that node gets the signals. The unit in docs/operations.md has the same flags and MALLOC_ARENA_MAX, and says why.
ENTRYPOINT ["node", "--no-allocation-site-pretenuring", "--max-semi-space-size=8", "dist/udg/main.js"]
CMD ["start"]
