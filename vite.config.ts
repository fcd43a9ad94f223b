import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callContracts } from './scripts/web/call-contracts.ts';
import { screenTables } from './scripts/web/screen-tables.ts';
import { tokenStyles } from './scripts/web/token-styles.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at('app/web'),
  publicDir: at('app/web/public'),
  cacheDir: at('node_modules/.vite'),
  plugins: [callContracts(), screenTables(at('.')), tokenStyles(), react()],
  json: { stringify: true },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: ['chrome107', 'safari16', 'firefox104'],
    // The boot page is one small file; a polyfill for module preload would cost more than it gives.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
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
              test: /kit\/(kernel\/(errors|language)|contract\/(client|endpoint|screen|screen-places)|ui\/(store|app-config|device-storage|session|session-keeper|tab-lock|i18n|texts|toast|client|current-site|navigation|slots|access|failure)|player\/(session|player-keeper|access))\.ts$|kit\/ui\/app-link\.tsx$|app\/web\/(screens|screen-access|shown|history|browser-history|paths|guards|public-paths)\.ts$|virtual:screens\/open|vite\/preload-helper/,
            },
            // What almost every player page draws with.
            {
              name: 'player',
              test: /kit\/player\/(page|place|button|card|notice|skeleton|amount|answers|answer-cache|client)\.tsx?$|app\/web\/player\/player-shell\.tsx$/,
            },
            // The login page's share of the component library, and what most other pages add to it.
            {
              name: 'mantine-base',
              test: /@mantine\/(hooks|core\/esm\/(core|utils|components\/(ActionIcon|Anchor|Button|Checkbox|FloatingIndicator|Group|InlineInput|Input|InputBase|Loader|PasswordInput|SegmentedControl|Stack|Text|TextInput|Title|Transition|UnstyledButton)))\/|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)|kit\/ui\/(api|theme)\.ts$|app\/web\/(mantine-root|use-idle|brand)\.tsx?$/,
            },
            {
              name: 'mantine',
              test: /node_modules\/(@mantine\/core|@floating-ui|react-remove-scroll|react-number-format|tabbable)/,
              minShareCount: 6,
            },
            { name: 'staff', test: /kit\/ui\/(live|live-machine|menu|menu-tree|slot|icons)\.tsx?$/ },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\// },
          ],
        },
      },
    },
  },
});
