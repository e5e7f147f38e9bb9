import { marks } from '@threadline/schema/rich-text/nodes';
import { InputRule, type MarkConfig, markInputRule } from '@tiptap/core';
import type { MarkType } from '@tiptap/pm/model';
import { toHref } from './to-href.ts';

/** Input rules and parsing of the marks, beyond their declaration. */
export const markBehaviours: Record<string, Partial<MarkConfig>> = {
  bold: {
    parseHTML: () => [{ tag: 'strong' }, { tag: 'b' }],
    addInputRules() {
      return [
        markInputRule({ find: /(?:^|\s)(\*\*(?!\s)([^*]+)(?<!\s)\*\*)$/, type: this.type }),
        markInputRule({ find: /(?:^|\s)(__(?!\s)([^_]+)(?<!\s)__)$/, type: this.type }),
      ];
    },
  },
  italic: {
    parseHTML: () => [{ tag: 'em' }, { tag: 'i' }],
    addInputRules() {
      return [
        markInputRule({ find: /(?:^|\s)(_(?!\s)([^_]+)(?<!\s)_)$/, type: this.type }),
        markInputRule({ find: /(?:^|\s)(\*(?!\s)([^*]+)(?<!\s)\*)$/, type: this.type }),
      ];
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
    addInputRules() {
      return [createLinkRule(this.type)];
    },
  },
};

/** `[text](address)` becomes a link if the address can be one. */
function createLinkRule(type: MarkType): InputRule {
  return new InputRule({
    find: /\[([^\][]+)\]\(([^\s()]+)\)$/,
    handler({ state, range, match }) {
      const [, text = '', typed = ''] = match;
      const href = marks.link.attrs.href.safeParse(toHref(typed));
      if (!href.success) return null;
      state.tr
        .replaceWith(range.from, range.to, state.schema.text(text, [type.create({ href: href.data })]))
        .removeStoredMark(type);
    },
  });
}
