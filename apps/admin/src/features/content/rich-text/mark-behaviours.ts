import { marks } from '@threadline/schema/rich-text/nodes';
import { type MarkConfig, markInputRule } from '@tiptap/core';

/** Input rules and parsing of the marks, beyond their declaration. */
export const markBehaviours: Record<string, Partial<MarkConfig>> = {
  bold: {
    parseHTML: () => [{ tag: 'strong' }, { tag: 'b' }],
    addInputRules() {
      return this.type ? [markInputRule({ find: /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/, type: this.type })] : [];
    },
  },
  italic: {
    parseHTML: () => [{ tag: 'em' }, { tag: 'i' }],
    addInputRules() {
      return [markInputRule({ find: /(?:^|\s)(_(?!\s)([^_]+)(?<!\s)_)$/, type: this.type })];
    },
  },
  link: {
    // Text that is typed at the end of a link does not belong to it.
    inclusive: false,
    parseHTML: () => [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = marks.link.attrs.href.safeParse(element.getAttribute('href'));
          return href.success ? { href: href.data } : false;
        },
      },
    ],
    addAttributes: () => ({ href: { default: '', parseHTML: () => null, rendered: false } }),
    renderHTML: ({ mark }) => ['a', { href: mark.attrs.href }, 0],
  },
};
