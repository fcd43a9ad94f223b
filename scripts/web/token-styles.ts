import type { Plugin } from 'vite';
import { tokenSheet } from '#kit/tokens/token-sheet.ts';

const name = 'virtual:tokens.css';
const resolved = `\0${name}`;

/** `import 'virtual:tokens.css'`: the tokens as a style sheet, made from the file that Mantine's theme reads. */
export const tokenStyles = (): Plugin => ({
  name: 'token-styles',
  resolveId: (id) => (id === name ? resolved : undefined),
  load: (id) => (id === resolved ? tokenSheet() : undefined),
});
