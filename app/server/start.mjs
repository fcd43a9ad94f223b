/**
 * What `npm start` runs. Plain JavaScript: Node then keeps what it stripped and compiled of `start.ts` and of the server,
 * and a start that finds all of it needs no type stripper.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../dist/compiled'));
await import('./start.ts');
