export { sendCode } from './send-code.ts';
export { captchaShape, useCaptcha } from './use-captcha.tsx';
