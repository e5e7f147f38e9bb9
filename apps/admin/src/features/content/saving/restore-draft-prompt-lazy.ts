import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The offer of words that were typed and not saved; loaded only where there are some. */
export const DraftOfferPart = lazyComponent('DraftOffer', () => import('./restore-draft-prompt.tsx'), {
  label: 'Your unsaved text is kept. The prompt to restore it',
});
