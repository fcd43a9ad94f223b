import { openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';

const sealedFor = 'wechat payee';

export const openPayee = ({ secrets }: Services, sealed: string): string =>
  openText(secrets, sealed, sealedFor);

export const sealPayee = ({ secrets }: Services, openId: string): string =>
  sealText(secrets, openId, sealedFor);
