import { measureFirstLoad } from './pages/first-load.ts';

for (const m of await measureFirstLoad(process.argv[2]!)) console.log(m);
