import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

const Palette = lazy(() => import('../features/palette/palette.tsx').then(({ Palette }) => ({ default: Palette })));
const ShortcutSheet = lazy(() =>
  import('../features/palette/shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })),
);

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
      <Suspense>
        {open === 'palette' && <Palette onClose={close} onShortcuts={openSheet} />}
        {open === 'sheet' && <ShortcutSheet onClose={close} />}
      </Suspense>
    </OpenPaletteContext>
  );
}
