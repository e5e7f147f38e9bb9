import './zod-without-eval.ts';
import '@threadline/design-tokens/tokens.css';
import '@threadline/design-tokens/fonts/fallback-fonts.css';
import './theme/base.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import './theme/theme-variables.css';
import './theme/mantine.css';
import './theme/shared.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
