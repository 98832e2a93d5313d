import { ts } from "ts-morph";
import type { Bindings } from "./bindings.js";
import { calledName, receiver, rootName, unwrap, unwrapAwait } from "./nodes.js";

export type Speed = "slow" | "pure" | "unknown";

/** Modules whose calls leave the process or wait. */
const SLOW_MODULES =
  /^(?:node:)?(?:fs|fs\/promises|child_process|http|https|http2|net|dns|timers\/promises|dgram|tls)$|^(?:axios|got|ky|undici|node-fetch|cross-fetch|superagent|request|request-promise|needle|nodemailer|ioredis|redis|bullmq|bull|kafkajs|amqplib|stripe|twilio|openai|puppeteer|playwright|sharp|ssh2|execa|fs-extra|resend|ftp|web-push)$|^(?:node:)?(?:stream\/promises|readline\/promises)$|^@(?:aws-sdk|sendgrid|slack|google-cloud|azure|anthropic-ai|elastic)\//;

/** Plain functions that are slow by what everybody calls them. */
const SLOW_FUNCTIONS =
  /^(?:fetch|axios|got|ky|request|sleep|delay|wait|pause|setTimeout|once|pipeline|exec|execFile|spawn|fork|execSync|spawnSync|execFileSync|nodeFetch|sendMail|sendEmail|sendSms|sendSMS|sendNotification|sendPush|sendWebhook|postWebhook|callWebhook|callApi|callAPI|httpGet|httpPost)$/;

/** Objects whose methods are slow by what everybody calls them: `redis`, `this.mailService`, `s3Client`, `paymentGateway`. */
const SLOW_OBJECTS =
  /^(?:this\.)?_?(?:(?:axios|got|https?|fs|fsp|fsPromises|child_?process|i?oredis|redis|mailer?|email|smtp|transport(?:er)?|sms|ses|sqs|sns|s3|stripe|twilio|sgMail|slack|kafka|amqp|rabbit|puppeteer|browser|page|openai|anthropic|api|webhooks?|timers)(?:Service|Client|Api|Gateway|Provider|Producer|Publisher|Sender|Adapter)?|\w+(?:Gateway|HttpClient|ApiClient|Mailer|Webhook|Publisher))$/i;

/** Methods that are slow whatever the object is. */
const SLOW_METHODS =
  /^(?:sendMail|sendEmail|sendSms|sendSMS|sendMessage|sendNotification|sendPush|putObject|getObject|uploadFile|xadd|lpush|rpush|readFileSync|writeFileSync|execSync|spawnSync)$/;

/** What neither waits nor leaves the process, although it may be awaited. */
const PURE_OBJECTS =
  /^(?:Promise|Math|JSON|Object|Array|Number|String|Date|Buffer|console|logger|log|this\.logger|this\.log|crypto|Reflect|Symbol|BigInt|Intl|expect|assert|z|joi|Joi|schema|dayjs|moment|performance|metrics|span|tracer|debug)$/;
const PURE_METHODS =
  /^(?:then|catch|finally|json|text|promise|map|filter|forEach|reduce|flatMap|every|some|find|push|pop|join|slice|sort|all|parse|validate|parseAsync|validateAsync|toString|emit|info|warn|error|debug|trace|add|set|get|has|release|unref|destroy|end|commit|rollback|execute|query|beginTransaction|startTransaction|commitTransaction|rollbackTransaction|transaction|save|getConnection)$/;
const PURE_FUNCTIONS =
  /^(?:Number|String|Boolean|BigInt|parseInt|parseFloat|structuredClone|validate\w*|parse\w*|format\w*|serialize\w*|deserialize\w*|assert\w*|is[A-Z]\w*|to[A-Z]\w*|compute\w*|calculate\w*|hash\w*|uuid\w*|nanoid|randomUUID|require|Error|log|debug|expect|nextTick|setImmediate)$/;

/** Judges a call by its name alone. */
export function speedOf(call: ts.CallExpression, bindings: Bindings): Speed {
  const callee = unwrap(call.expression);
  const name = calledName(call);
  const object = receiver(call);
  const root = object === undefined ? undefined : rootName(object);
  if (comesFromSlowModule(callee, bindings)) return "slow";
  if (object === undefined) return SLOW_FUNCTIONS.test(name) ? "slow" : PURE_FUNCTIONS.test(name) ? "pure" : "unknown";
  if (root !== undefined && PURE_OBJECTS.test(root)) return "pure";
  if (object.kind === ts.SyntaxKind.ThisKeyword && PURE_FUNCTIONS.test(name)) return "pure";
  const holder = ts.isPropertyAccessExpression(object) ? object.name.text : root;
  if (
    SLOW_METHODS.test(name) ||
    (root !== undefined && SLOW_OBJECTS.test(root)) ||
    (holder !== undefined && SLOW_OBJECTS.test(holder))
  )
    return "slow";
  return PURE_METHODS.test(name) ? "pure" : "unknown";
}

/** `fs.readFile`, and what was made of such a module: `const http = axios.create()`, `const run = promisify(exec)`. */
function comesFromSlowModule(callee: ts.Expression, bindings: Bindings, depth = 0): boolean {
  let at = unwrapAwait(callee);
  while (ts.isPropertyAccessExpression(at)) at = unwrapAwait(at.expression);
  const declared = ts.isIdentifier(at) ? bindings.find(at) : undefined;
  if (declared?.imported !== undefined) return SLOW_MODULES.test(declared.imported.module);
  const made = declared?.kind === "variable" && declared.initializer && unwrapAwait(declared.initializer);
  if (!made || depth > 2 || (!ts.isCallExpression(made) && !ts.isNewExpression(made))) return false;
  const isWrapped = ts.isCallExpression(made) && calledName(made) === "promisify";
  const [source] = isWrapped ? made.arguments : [made.expression];
  // What was waited for is an answer, and reading it takes no time.
  if (!isWrapped && declared.initializer !== made && ts.isAwaitExpression(unwrap(declared.initializer!))) return false;
  return source !== undefined && comesFromSlowModule(source, bindings, depth + 1);
}

/** `new Promise((resolve) => setTimeout(resolve, 1000))` */
export function isSleep(node: ts.NewExpression): boolean {
  return (
    ts.isIdentifier(node.expression) && node.expression.text === "Promise" && /\bsetTimeout\s*\(/.test(node.getText())
  );
}
