import { client } from '#kit/ui/client.ts';
import { paymentsContract } from '../contract.ts';

const signed: PageSlots['wechatSignatures'] = (url) => client.call(paymentsContract.pageSignature, { url });

export default signed;
