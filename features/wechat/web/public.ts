export { WechatLink } from './wechat-link.tsx';
