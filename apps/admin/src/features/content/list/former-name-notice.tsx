import type { GroupedContent } from '@threadline/schema/content/content-item';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../format/numbers.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useHistory } from '../history/history-query.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import { FieldLinks } from './field-links.tsx';
import { reportFormerName } from './former-name.ts';

interface FormerNameNoticeProps {
  content: GroupedContent;
  onReplace: ContentMutations['runAll'];
}

/** Lists the texts that still contain a former company name, and replaces it in all of them. */
export function FormerNameNotice({ content, onReplace }: FormerNameNoticeProps) {
  const { data: versions } = useHistory({ section: 'site', key: 'brand' });
  const report = useMemo(() => versions && reportFormerName(content, versions), [content, versions]);
  const [isSending, setSending] = useState(false);
  if (!report) return null;
  const { former, current, fields, saves } = report;
  const replace = async () => {
    setSending(true);
    await onReplace(saves, {
      description: `the change of “${former}” to “${current}”`,
      message: { title: `“${former}” is now “${current}” in ${formatCount(saves.length, 'item', 'items')}.` },
    });
    setSending(false);
  };
  return (
    <Alert
      tone="warning"
      isStrip
      role="status"
      actions={
        saves.length > 0 && (
          <TextButton onClick={replace} disabled={isSending}>
            Replace in all with “{current}”
          </TextButton>
        )
      }
    >
      <details>
        <summary>
          {formatCount(fields.length, 'other text still says', 'other texts still say')} “{former}”
        </summary>
        <FieldLinks fields={fields} gap={4} mt={6} />
      </details>
    </Alert>
  );
}
