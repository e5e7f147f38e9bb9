import type { Plugin } from 'vite';

/**
 * Begins every style sheet of the build with the order of the layers, as theme/base.css has it: which sheet the browser
 * reads first depends on how the modules fell into files, and the first one decides.
 */
export function declareLayers(): Plugin {
  return {
    name: 'declare-layers',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css'))
          file.source = `@layer base,mantine,app;${file.source}`;
    },
  };
}
