import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { bannerMs, messages } from '../../../ui/messages.ts';
import type { Toast } from '../../../ui/toast.tsx';
import { SiteState, type SiteStateProps } from '../../publishing/site-state.tsx';

/** The result of a save. */
export interface SaveResult {
  succeeded: boolean;
  /** Replaces the title of the specification: for Undo, and for a change that is no edit of a text. */
  title?: string | undefined;
  /** A sentence about the change, instead of whether visitors see it. */
  detail?: string | undefined;
  /** Replaces the sentence of the specification where trying again would not help. */
  refusal?: ReactNode;
  /** The revision that contains the change, if it is known. */
  revision?: number | undefined;
  /** The section of the saved item, if it is known. */
  section?: string | undefined;
  items?: SiteStateProps['items'];
}

interface Options {
  /** Undo or Redo of the change. */
  step?: { isRedo: boolean; run: () => void } | undefined;
  /** Default: 3 s (Spec §9). */
  shownMs?: number | undefined;
}

/** Returns the message about a save, with the texts of the specification (Spec §8). */
export function createSaveMessage(result: SaveResult, { step, shownMs = bannerMs }: Options = {}): Toast {
  const { succeeded, title = messages.contentSaved, detail } = result;
  if (result.refusal) return { tone: 'danger', text: result.refusal, shownMs };
  if (!succeeded) return { tone: 'danger', title: messages.contentFailed, text: detail, shownMs };
  return {
    title,
    text: (
      <SiteState {...result}>
        {detail && (
          <Text span inherit lineClamp={2} title={detail}>
            {detail}
          </Text>
        )}
      </SiteState>
    ),
    action: step && { label: step.isRedo ? 'Redo' : 'Undo', run: step.run },
    shownMs,
  };
}
