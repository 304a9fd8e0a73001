#include "CNATS.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>

// The functions used, each with its prototype in nats.h.
static struct {
    void *library;
    const char *(*natsStatus_GetText)(int);
    int (*natsOptions_Create)(natsOptions **);
    void (*natsOptions_Destroy)(natsOptions *);
    int (*natsOptions_SetServers)(natsOptions *, const char **, int);
    int (*natsOptions_SetUserInfo)(natsOptions *, const char *, const char *);
    int (*natsOptions_SetToken)(natsOptions *, const char *);
    int (*natsOptions_SetName)(natsOptions *, const char *);
    int (*natsOptions_SetSecure)(natsOptions *, bool);
    int (*natsOptions_SetExpectedHostname)(natsOptions *, const char *);
    int (*natsOptions_LoadCATrustedCertificates)(natsOptions *, const char *);
    int (*natsOptions_LoadCertificatesChain)(natsOptions *, const char *, const char *);
    int (*natsOptions_SetTimeout)(natsOptions *, int64_t);
    int (*natsOptions_SetReconnectWait)(natsOptions *, int64_t);
    int (*natsOptions_SetReconnectJitter)(natsOptions *, int64_t, int64_t);
    int (*natsOptions_SetPingInterval)(natsOptions *, int64_t);
    int (*natsOptions_SetMaxPingsOut)(natsOptions *, int);
    int (*natsOptions_SetWriteDeadline)(natsOptions *, int64_t);
    int (*natsOptions_SetMaxReconnect)(natsOptions *, int);
    int (*natsOptions_SetReconnectBufSize)(natsOptions *, int);
    int (*natsOptions_SetSendAsap)(natsOptions *, bool);
    int (*natsOptions_SetIgnoreDiscoveredServers)(natsOptions *, bool);
    int (*natsOptions_SetRetryOnFailedConnect)(natsOptions *, bool, nats_connection_handler, void *);
    int (*natsOptions_SetDisconnectedCB)(natsOptions *, nats_connection_handler, void *);
    int (*natsOptions_SetReconnectedCB)(natsOptions *, nats_connection_handler, void *);
    int (*natsOptions_SetClosedCB)(natsOptions *, nats_connection_handler, void *);
    int (*natsOptions_SetErrorHandler)(natsOptions *, nats_error_handler, void *);
    int (*natsConnection_Connect)(natsConnection **, natsOptions *);
    int (*natsConnection_Status)(natsConnection *);
    void (*natsConnection_Close)(natsConnection *);
    void (*natsConnection_Destroy)(natsConnection *);
    int (*natsConnection_Publish)(natsConnection *, const char *, const void *, int);
    int (*natsConnection_FlushTimeout)(natsConnection *, int64_t);
    int (*natsConnection_Subscribe)(
        natsSubscription **, natsConnection *, const char *, nats_message_handler, void *);
    int (*natsSubscription_SetPendingLimits)(natsSubscription *, int, int);
    int (*natsSubscription_SetOnCompleteCB)(natsSubscription *, nats_complete_handler, void *);
    int (*natsSubscription_Unsubscribe)(natsSubscription *);
    void (*natsSubscription_Destroy)(natsSubscription *);
    const char *(*natsMsg_GetData)(const natsMsg *);
    int (*natsMsg_GetDataLength)(const natsMsg *);
    void (*natsMsg_Destroy)(natsMsg *);
} nats;

#define FIND(name)                                                                                                               \
    if (!(*(void **)&nats.name = dlsym(library, #name))) return missing(library, #name);

static char reason[512];

static const char *missing(void *library, const char *function) {
    snprintf(reason, sizeof reason, "it has no %s, so it is older than libnats 3.2", function);
    dlclose(library);
    return reason;
}

const char *nats_load(const char *name) {
    if (nats.library) return NULL;
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(reason, sizeof reason, "%s", dlerror());
        return reason;
    }
    FIND(natsStatus_GetText)
    FIND(natsOptions_Create)
    FIND(natsOptions_Destroy)
    FIND(natsOptions_SetServers)
    FIND(natsOptions_SetUserInfo)
    FIND(natsOptions_SetToken)
    FIND(natsOptions_SetName)
    FIND(natsOptions_SetSecure)
    FIND(natsOptions_SetExpectedHostname)
    FIND(natsOptions_LoadCATrustedCertificates)
    FIND(natsOptions_LoadCertificatesChain)
    FIND(natsOptions_SetTimeout)
    FIND(natsOptions_SetReconnectWait)
    FIND(natsOptions_SetReconnectJitter)
    FIND(natsOptions_SetPingInterval)
    FIND(natsOptions_SetMaxPingsOut)
    FIND(natsOptions_SetWriteDeadline)
    FIND(natsOptions_SetMaxReconnect)
    FIND(natsOptions_SetReconnectBufSize)
    FIND(natsOptions_SetSendAsap)
    FIND(natsOptions_SetIgnoreDiscoveredServers)
    FIND(natsOptions_SetRetryOnFailedConnect)
    FIND(natsOptions_SetDisconnectedCB)
    FIND(natsOptions_SetReconnectedCB)
    FIND(natsOptions_SetClosedCB)
    FIND(natsOptions_SetErrorHandler)
    FIND(natsConnection_Connect)
    FIND(natsConnection_Status)
    FIND(natsConnection_Close)
    FIND(natsConnection_Destroy)
    FIND(natsConnection_Publish)
    FIND(natsConnection_FlushTimeout)
    FIND(natsConnection_Subscribe)
    FIND(natsSubscription_SetPendingLimits)
    FIND(natsSubscription_SetOnCompleteCB)
    FIND(natsSubscription_Unsubscribe)
    FIND(natsSubscription_Destroy)
    FIND(natsMsg_GetData)
    FIND(natsMsg_GetDataLength)
    FIND(natsMsg_Destroy)
    nats.library = library;
    return NULL;
}

const char *nats_status_text(int status) { return nats.natsStatus_GetText(status); }

int nats_options_create(natsOptions **options) { return nats.natsOptions_Create(options); }
void nats_options_destroy(natsOptions *options) { nats.natsOptions_Destroy(options); }
int nats_options_servers(natsOptions *options, const char **servers, int count) {
    return nats.natsOptions_SetServers(options, servers, count);
}
int nats_options_user(natsOptions *options, const char *user, const char *password) {
    return nats.natsOptions_SetUserInfo(options, user, password);
}
int nats_options_token(natsOptions *options, const char *token) { return nats.natsOptions_SetToken(options, token); }
int nats_options_name(natsOptions *options, const char *name) { return nats.natsOptions_SetName(options, name); }

int nats_options_secure(
    natsOptions *options, const char *host, const char *authorities, const char *certificate, const char *key) {
    int status = nats.natsOptions_SetSecure(options, true);
    if (!status) status = nats.natsOptions_SetExpectedHostname(options, host);
    if (!status && authorities) status = nats.natsOptions_LoadCATrustedCertificates(options, authorities);
    if (!status && certificate) status = nats.natsOptions_LoadCertificatesChain(options, certificate, key);
    return status;
}

int nats_options_times(natsOptions *options, int64_t connect, int64_t wait, int64_t ping, int64_t write) {
    int status = nats.natsOptions_SetTimeout(options, connect);
    if (!status) status = nats.natsOptions_SetReconnectWait(options, wait);
    if (!status) status = nats.natsOptions_SetReconnectJitter(options, wait / 2, wait / 2);
    if (!status) status = nats.natsOptions_SetPingInterval(options, ping);
    if (!status) status = nats.natsOptions_SetMaxPingsOut(options, 2);
    if (!status) status = nats.natsOptions_SetWriteDeadline(options, write);
    return status;
}

int nats_options_manner(natsOptions *options) {
    int status = nats.natsOptions_SetMaxReconnect(options, -1);
    if (!status) status = nats.natsOptions_SetSendAsap(options, true);
    if (!status) status = nats.natsOptions_SetReconnectBufSize(options, 1);
    if (!status) status = nats.natsOptions_SetIgnoreDiscoveredServers(options, true);
    return status;
}

int nats_options_handlers(
    natsOptions *options, nats_connection_handler connected, nats_connection_handler disconnected,
    nats_connection_handler closed, nats_error_handler failed, void *closure) {
    int status = nats.natsOptions_SetRetryOnFailedConnect(options, true, connected, closure);
    if (!status) status = nats.natsOptions_SetReconnectedCB(options, connected, closure);
    if (!status) status = nats.natsOptions_SetDisconnectedCB(options, disconnected, closure);
    if (!status) status = nats.natsOptions_SetClosedCB(options, closed, closure);
    if (!status) status = nats.natsOptions_SetErrorHandler(options, failed, closure);
    return status;
}

int nats_connect(natsConnection **connection, natsOptions *options) {
    return nats.natsConnection_Connect(connection, options);
}
int nats_is_up(natsConnection *connection) { return nats.natsConnection_Status(connection) == 2; }
void nats_close(natsConnection *connection) { nats.natsConnection_Close(connection); }
void nats_destroy(natsConnection *connection) { nats.natsConnection_Destroy(connection); }
int nats_publish(natsConnection *connection, const char *subject, const void *bytes, int count) {
    return nats.natsConnection_Publish(connection, subject, bytes, count);
}
int nats_flush(natsConnection *connection, int64_t timeout) {
    return nats.natsConnection_FlushTimeout(connection, timeout);
}

int nats_subscribe(
    natsSubscription **subscription, natsConnection *connection, const char *subject, int bytes,
    nats_message_handler handler, nats_complete_handler complete, void *closure) {
    int status = nats.natsConnection_Subscribe(subscription, connection, subject, handler, closure);
    if (status) return status;
    status = nats.natsSubscription_SetPendingLimits(*subscription, -1, bytes);
    if (!status) status = nats.natsSubscription_SetOnCompleteCB(*subscription, complete, closure);
    if (status) {
        nats.natsSubscription_Destroy(*subscription);
        *subscription = NULL;
    }
    return status;
}
void nats_unsubscribe(natsSubscription *subscription) { nats.natsSubscription_Unsubscribe(subscription); }
void nats_subscription_destroy(natsSubscription *subscription) { nats.natsSubscription_Destroy(subscription); }

const char *nats_message_bytes(const natsMsg *message) { return nats.natsMsg_GetData(message); }
int nats_message_count(const natsMsg *message) { return nats.natsMsg_GetDataLength(message); }
void nats_message_destroy(natsMsg *message) { nats.natsMsg_Destroy(message); }
