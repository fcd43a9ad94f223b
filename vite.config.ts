import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callContracts } from './scripts/web/call-contracts.ts';
import { playerWeight } from './scripts/web/player-weight.ts';
import { screenTables } from './scripts/web/screen-tables.ts';
import { slotTables } from './scripts/web/slot-tables.ts';
import { tokenStyles } from './scripts/web/token-styles.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('app/web'),
  publicDir: at('app/web/public'),
  cacheDir: at('node_modules/.vite'),
  plugins: [
    callContracts(),
    screenTables(at('.')),
    slotTables(at('.')),
    tokenStyles(),
    react(),
    playerWeight(),
  ],
  json: { stringify: true },
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } } },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: ['chrome107', 'safari16', 'firefox104'],
    // The boot page is one small file; a polyfill for module preload would cost more than it gives.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // A room's public file only passes things on: who takes one of them does not load the others.
      treeshake: { moduleSideEffects: [{ test: /\/(player|web)\/public\.ts$/, sideEffects: false }] },
      output: {
        // Content hashes let the server call every asset immutable.
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/react-router\// },
            // What every page needs of our own code is one file: small ones would each cost a round trip.
            {
              name: 'core',
              test: /kit\/(kernel\/(errors|language|time)|contract\/(client|endpoint|screen|screen-places)|ui\/(store|app-config|device-storage|session|session-keeper|tab-lock|i18n|texts|toast|client|current-site|navigation|slots|access|failure|use-pull|own-path)|player\/(session|player-keeper|access|who-plays))\.ts$|kit\/ui\/app-link\.tsx$|kit\/drawings\/machine-drawing\.|virtual:tokens\.css|\/app\/web\/(?!mantine-root|brand|use-idle|routed|near-screens)[\w-]+\.(tsx?|css)$|\/app\/web\/system\/(?!refusal)|virtual:screens\/player|vite\/preload-helper/,
            },
            // Texts that every page shows, a file for each language.
            {
              name: (id: string) => `texts-${/i18n\/([\w-]+)\.json/.exec(id)?.[1]}`,
              test: /\/(kit|app\/web)\/i18n\/[\w-]+\.json$/,
            },
            // What almost every player page draws with.
            {
              name: 'player',
              test: /kit\/player\/(page|place|button|card|notice|skeleton|amount|answers|answer-cache|client|pull-to-refresh)\.tsx?$|\/app\/web\/player\/player-shell\.tsx$/,
            },
            // Both sides hear events; with the staff's it would bring the office to players.
            { name: 'live', test: /kit\/ui\/live-machine\.ts$/ },
            // What pages of a machine share with others: as a part of the machine's file it would bring all of that to them.
            { name: 'heard', test: /kit\/player\/live\.ts$/ },
            { name: 'field', test: /kit\/player\/field\.tsx$/ },
            {
              name: 'own',
              test: /features\/people\/playerapp\/(rules\/pay-password-rules|player\/(public|own-texts|chosen-shop|ask-pay-password|password-field))\.tsx?$|features\/people\/playerapp\/player\/player-app\.module\.css|features\/selling\/play\/player\/(public|use-pay|ask-besides|addresses|price-lines)\.tsx?$|features\/selling\/play\/player\/machine\.module\.css|kit\/player\/(choices\.(tsx|module\.css)|wish\.ts)$|virtual:slots\/payRemedies$|features\/\w+\/(playerapp|orders)\/contract\.ts\?calls$/,
            },
            // What a scanned machine shows first: one file and one style sheet instead of five and two.
            {
              name: 'machine',
              test: /features\/selling\/play\/player\/(offer-list|machine-frame|odds)\.tsx?$|features\/selling\/play\/contract\.ts\?calls$/,
            },
            // The login page's share of the component library, and what most other pages add to it.
            {
              name: 'mantine-base',
              test: /@mantine\/(hooks|core\/esm\/(core|utils|components\/(ActionIcon|Anchor|Button|Checkbox|FloatingIndicator|Group|InlineInput|Input|InputBase|Loader|PasswordInput|SegmentedControl|Stack|Text|TextInput|Title|Transition|UnstyledButton)))\/|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)|kit\/ui\/(api|theme)\.ts$|\/app\/web\/(mantine-root|use-idle|brand)\.tsx?$/,
            },
            {
              name: 'mantine',
              test: /node_modules\/(@mantine\/core|@floating-ui|react-remove-scroll|react-number-format|tabbable)/,
              minShareCount: 6,
            },
            { name: 'staff', test: /kit\/ui\/(live|menu|menu-tree|slot|icons)\.tsx?$/ },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
          ],
        },
      },
    },
  },
});
