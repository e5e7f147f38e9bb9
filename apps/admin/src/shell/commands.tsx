import { createContext, type ReactNode, useContext, useState } from 'react';
import { loadPart } from '../load-screen.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = loadPart('Palette', () => import('../features/palette/palette.tsx'), {
  what: 'The search',
  isDialog: true,
});
const ShortcutSheet = loadPart('ShortcutSheet', () => import('../features/palette/shortcut-sheet.tsx'), {
  what: 'The list of shortcuts',
  isDialog: true,
});

const OpenPaletteContext = createContext<() => void>(() => undefined);

/** Opens the command palette. */
export function useOpenPalette(): () => void {
  return useContext(OpenPaletteContext);
}

/** The command palette and the list of shortcuts: their code is loaded when somebody asks for them. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<'palette' | 'sheet'>();
  const openPalette = () => setOpen('palette');
  const openSheet = () => setOpen('sheet');
  const close = () => setOpen(undefined);
  useShortcuts({ onPalette: openPalette, onSheet: openSheet });

  return (
    <OpenPaletteContext value={openPalette}>
      {children}
      {open === 'palette' && <Palette onClose={close} onShortcuts={openSheet} />}
      {open === 'sheet' && <ShortcutSheet onClose={close} />}
    </OpenPaletteContext>
  );
}
