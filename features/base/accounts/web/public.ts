export { EntryPage } from './entry-page.tsx';
export { FixedValue } from './fixed-value.tsx';
export { newPasswordPair, repeatMatches } from './password-schemas.ts';
export { codeSender, sendCode, ticketFor } from './send-code.ts';
export { captchaShape, useCaptcha } from './use-captcha.tsx';
export { UserAvatar } from './user-avatar.tsx';
