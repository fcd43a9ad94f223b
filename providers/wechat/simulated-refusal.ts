/** WeChat answers 200 and a number that is not 0. */
export class WechatRefusal extends Error {
  readonly errcode: number;

  constructor(errcode: number, errmsg: string) {
    super(errmsg);
    this.errcode = errcode;
  }
}
