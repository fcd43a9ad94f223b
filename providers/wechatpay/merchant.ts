/** Who we are at the platform. */
export interface Merchant {
  mchId: string;
  appId: string;
  miniProgramAppId: string | undefined;
  transferSceneId: string;
  transferReportInfos: readonly TransferReportInfo[];
}

/** What the platform wants to know about transfers of a scene, e.g. 岗位类型 and 报酬说明. */
export interface TransferReportInfo {
  infoType: string;
  infoContent: string;
}
