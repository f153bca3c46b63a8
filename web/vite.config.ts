import { defineConfig } from "vitest/config";

const server = process.env.CHUHE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  // The pages are served by `chuhe serve` from inside the Python package.
  build: {
    outDir: "../python/chuhe/server/static",
    emptyOutDir: true,
    // Pieces and board stay files: the page's content policy then needs no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  // `npm run dev` beside a running `chuhe serve`, which answers only pages of its own origin.
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: true, headers: { origin: server } },
      "/ws": { target: server, changeOrigin: true, headers: { origin: server }, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
