import { measureAuthenticatedCall } from './api/authenticated-call.ts';

console.log(await measureAuthenticatedCall(process.argv[2]!));
