import path from 'node:path';
import type { AstroIntegration } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:settled'?: boolean;
    /** Selector of the elements that somebody will press. */
    'client:intent'?: string;
  }
}

/** Ways to hydrate an island late enough to leave the first paint alone. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'threadline:client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of ['settled', 'intent']) {
          addClientDirective({ name, entrypoint: path.join(import.meta.dirname, `../src/directives/${name}.ts`) });
        }
      },
    },
  };
}
