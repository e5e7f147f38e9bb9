import './zod-without-eval.ts';
import './theme/styles.css';
import 'virtual:theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
