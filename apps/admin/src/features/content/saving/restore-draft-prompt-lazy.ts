import { loadPart } from '../../../ui/lazy/lazy-component.tsx';

/** The offer of words that were typed and not saved; loaded only where there are some. */
export const DraftOfferPart = loadPart('DraftOffer', () => import('./restore-draft-prompt.tsx'), {
  what: 'Your unsaved text is kept, but the way to it',
});
