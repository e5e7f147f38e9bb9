import path from 'node:path';
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:delayed'?: boolean;
    /** Waits for a press on what opens it. */
    'client:interaction'?: boolean;
  }
}

/** Ways to hydrate an island late enough to leave the first paint alone. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'threadline:client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['delayed', 'interaction']) {
          addClientDirective({ name, entrypoint: path.join(import.meta.dirname, `../src/directives/${name}.ts`) });
        }
      },
    },
  };
}
