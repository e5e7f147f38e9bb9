import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress.ts';
import { createThemeCss } from './src/theme/theme-css.ts';

/** Set by `npm run dev`. */
const apiUrl = process.env.API_URL ?? 'http://localhost:3000';

const matchModules = (...patterns: string[]) => new RegExp(patterns.join('|').replaceAll('/', String.raw`[\\/]`));

/** Modules that every page of the admin needs, with everything that they import. */
const onEveryArrival = matchModules(
  '@mantine/core/.*/(?:Input|TextInput|PasswordInput|ActionIcon)/',
  '@tanstack/react-router/.*/(?:RouterProvider|router|route|link|redirect)[.]js$',
  '@tanstack/query-core/.*/queryClient[.]js$',
  'features/auth/(?:auth-layout|login-form|login[.]module|session-options)',
);

const onAlmostEveryScreen = matchModules(
  'src/ui/(?:avatar|confirm|icon-button|panel|record-list|screen|stat-strip|states|tag|toast|use-clear-after|use-now)[.](?:tsx?|module[.]css)$',
  'src/ui/(?:open-dialogs|use-confirm-leaving|use-focus-fallback|use-preload-on-interaction)[.]ts$',
  'src/store/(?:has-last-change|open-edits)[.]ts$',
  'src/api/ask-password[.]ts$',
  'schema/src/wire/current-password-header[.]ts$',
  'src/format/(?:numbers|time)[.]ts$',
  'schema/src/primitives/indian-time[.]ts$',
  'src/api/query-keys[.]ts$',
  '@mantine/core/.*/components/(?:Group|Text)/',
  '@mantine/core/.*/(?:create-safe-context|get-auto-contrast-value|get-env|noop)/',
  '@mantine/hooks/.*/use-merged-ref/',
);

/**
 * Provides `virtual:theme.css`, the variables of the theme. Mantine would write them into a `<style>` element at run time,
 * which the content security policy forbids.
 */
const themeStyles: Plugin = {
  name: 'theme-styles',
  resolveId: (id) => (id === 'virtual:theme.css' ? '/virtual-theme.css' : undefined),
  load: (id) => (id === '/virtual-theme.css' ? createThemeCss() : undefined),
};

const chunkGroups = [
  {
    name: 'react',
    test: /[\\/](?:react|react-dom|scheduler)[\\/](?:index|cjs|client|jsx-runtime)/,
    priority: 2,
  },
  // One file instead of a request per icon.
  { name: 'icons', test: /@tabler[\\/]icons-react/ },
  // The code with which every screen calls the server, and which sign-in does not need.
  {
    name: 'queries',
    test: matchModules(
      '@tanstack/(?:react-query|query-core)/.*(?:use(?:Base|Infinite)?Query|useMutation|(?:query|infiniteQuery|mutation)Observer)[.]js$',
      '@tanstack/react-query/.*(?:IsRestoringProvider|QueryErrorResetBoundary|errorBoundaryUtils|queryOptions|suspense)[.]js$',
    ),
    // Their dependencies are already in the first file.
    includeDependenciesRecursively: false,
  },
  // The components of almost every screen: one file instead of one per component.
  {
    name: 'screen',
    test: onAlmostEveryScreen,
    includeDependenciesRecursively: false,
  },
  // In one file it compresses better, by 2 KB.
  { name: 'sign-in', test: onEveryArrival },
];

export default defineConfig({
  base: '/admin/',
  plugins: [react(), babel({ presets: [reactCompilerPreset()], sourceMap: false }), themeStyles, precompress()],
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'], // the first that know light-dark()
    assetsInlineLimit: 0, // `img-src 'self'`: no data: addresses (strict CSP)
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'preview-frame.html'],
      output: {
        // Spec §7: page bundles load from static/js/{chunk id}.{hash}.chunk.js
        entryFileNames: 'static/js/[name].[hash].chunk.js',
        // The first script lists every file by name, and a shared chunk is named after any one of its modules.
        chunkFileNames: ({ isDynamicEntry, name }) =>
          `static/js/${isDynamicEntry || chunkGroups.some((group) => group.name === name) ? '[name]' : 'shared'}.[hash].chunk.js`,
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'static/css/[name].[hash][extname]'
            : 'static/media/[name].[hash][extname]',
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  // The router brings a copy of this hook for old versions of React.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  server: { proxy: { '/api': apiUrl, '/media': apiUrl } },
});
